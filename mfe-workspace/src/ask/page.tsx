import { addressAt, useHost } from '@cairn/host';
import { buttonAttributes, PageHeader } from '@cairn/ui';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AskBox } from '../ask-box.tsx';
import { AskLists } from './ask-lists.tsx';
import styles from './ask.module.css';

/** The page for questions in words, with questions, topics, narratives and boards to begin with (W§2.6). */
export function Page(): ReactNode {
  const host = useHost();
  const [text, setText] = useState('');
  useEffect(() => host.setTitle('Ask'), [host]);
  return (
    <>
      <PageHeader
        title="Ask"
        description="A question becomes a query; a name finds people, teams and the rest."
        actions={
          <Link to={addressAt(host.org.id, 'chat')} {...buttonAttributes()}>
            <MessagesSquare aria-hidden />
            Open the chat
          </Link>
        }
      />
      <div className={styles.page}>
        <AskBox onText={setText} focused />
        <AskLists text={text} />
      </div>
    </>
  );
}
