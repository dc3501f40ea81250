import type { ChatPanelProps } from '@cairn/host';
import { IconButton, Text } from '@cairn/ui';
import { SidePanel } from '@cairn/ui/viewers';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Chat } from './chat.tsx';
import styles from './chat.module.css';

/** The conversation of a page, beside it; a sheet where there is no room (W§2.9). */
export function InlineChat({ place, title, sources, within, onClose }: ChatPanelProps): ReactNode {
  return (
    <SidePanel label={`Chat about ${title}`} onClose={onClose}>
      <Chat
        place={place}
        given={sources}
        within={within}
        header={(clear) => (
          <header className={styles.head}>
            <Text as="h2" truncate>
              Chat
            </Text>
            <Text tone="muted" truncate className={styles.about}>
              {title}
            </Text>
            {clear}
            <IconButton label="Close the chat" onClick={onClose}>
              <X size={16} aria-hidden />
            </IconButton>
          </header>
        )}
      />
    </SidePanel>
  );
}
