import { useHost } from '@cairn/host';
import { PageHeader } from '@cairn/ui';
import { useEffect, type ReactNode } from 'react';
import { Chat } from './chat.tsx';
import styles from './chat.module.css';

const NOTHING_GIVEN: readonly never[] = [];

/** The page for a conversation about data (W§2.9). */
export function Page(): ReactNode {
  const host = useHost();
  useEffect(() => host.setTitle('Chat'), [host]);
  return (
    <div className={styles.page}>
      <Chat
        place="page"
        given={NOTHING_GIVEN}
        header={(clear) => (
          <PageHeader
            title="Chat"
            description="Questions about your data, answered by queries."
            actions={clear}
          />
        )}
      />
    </div>
  );
}
