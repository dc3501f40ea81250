import type { HelpLinks } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Keys, Menu } from '@cairn/ui';
import { BookOpen, Braces, Keyboard, MessagesSquare, Rocket, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const LINKS: readonly (readonly [link: keyof HelpLinks, label: string, icon: LucideIcon])[] = [
  ['community', 'Community chat', MessagesSquare],
  ['docs', 'Help docs', BookOpen],
  ['releaseNotes', 'Release notes', Rocket],
];

/** Where help is (W§2.2): the pages that the installation names, the shortcuts, and the description of the API. */
export function HelpItems({ onShortcuts }: { onShortcuts: () => void }): ReactNode {
  const { help = {} } = useHost().user;
  return (
    <>
      <Menu.Label>Need help?</Menu.Label>
      {LINKS.map(([link, label, Icon]) => {
        const href = help[link];
        return (
          href !== undefined && (
            <Menu.Item
              key={link}
              component="a"
              href={href}
              target="_blank"
              rel="noreferrer"
              leftSection={<Icon size={16} aria-hidden />}
            >
              {label}
            </Menu.Item>
          )
        );
      })}
      <Menu.Item
        leftSection={<Keyboard size={16} aria-hidden />}
        rightSection={<Keys keys="?" />}
        onClick={onShortcuts}
      >
        Keyboard shortcuts
      </Menu.Item>
      <Menu.Item
        component="a"
        href="/openapi.json"
        target="_blank"
        leftSection={<Braces size={16} aria-hidden />}
      >
        Description of the API
      </Menu.Item>
    </>
  );
}
