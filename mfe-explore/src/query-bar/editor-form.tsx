import { Button } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

interface EditorFormProps {
  readonly onApply: () => void;
  readonly children: ReactNode;
}

/** The form of a clause: Enter applies it, and nothing around it hears of that. */
export function EditorForm({ onApply, children }: EditorFormProps): ReactNode {
  return (
    <form
      className="cn-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onApply();
      }}
    >
      {children}
    </form>
  );
}

interface EditorHeadProps {
  /** What was chosen, which is also the way back to choosing. */
  readonly words: string;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}

/** What is edited, with the way back to choose another. */
export function EditorHead({ words, onBack, children }: EditorHeadProps): ReactNode {
  return (
    <div className="cn-editor__head">
      <Button
        variant="subtle"
        size="small"
        icon={<ArrowLeft aria-hidden />}
        onClick={onBack}
        aria-label={`${words}, choose another`}
      >
        {words}
      </Button>
      {children}
    </div>
  );
}
