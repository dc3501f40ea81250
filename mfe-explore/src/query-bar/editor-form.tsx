import { Button, Row, Stack } from '@cairn/ui';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

interface EditorFormProps {
  readonly onApply: () => void;
  readonly children: ReactNode;
}

/** The form of a clause. Enter applies it, and no key leaves the form. */
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
  /** The chosen field, whose button leads back to choosing. */
  readonly words: string;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}

/** The name of the edited item, and the way back to choose another. */
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
