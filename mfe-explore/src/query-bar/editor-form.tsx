import { Button, Row, Stack } from '@cairn/ui';
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
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onApply();
      }}
    >
      <Stack gap={2.5}>{children}</Stack>
    </form>
  );
}

interface EditorHeadProps {
  /** What was chosen, which is also the way back to choosing. */
  readonly words: string;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}

/** The name of what is edited, and the way back to choose another. */
export function EditorHead({ words, onBack, children }: EditorHeadProps): ReactNode {
  return (
    <Row justify="space-between">
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
    </Row>
  );
}
