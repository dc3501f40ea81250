import { useHost } from '@cairn/host';
import { Menu } from '@cairn/ui';
import { FileImage, FileText, PenTool } from 'lucide-react';
import type { ReactNode } from 'react';

type Format = 'png' | 'svg' | 'pdf' | 'text pdf';

interface ExportItemsProps {
  /** The part of the page whose marked element is saved. */
  readonly part: () => Element | null;
  readonly formats: readonly Format[];
  /** What the file says beneath its title, a line each, where the marked element does not say it itself. */
  readonly about?: () => Promise<string>;
  /** Whether there is nothing to save. */
  readonly disabled?: boolean;
}

const ITEMS: Readonly<Record<Format, { label: string; icon: typeof FileImage }>> = {
  png: { label: 'Save as PNG', icon: FileImage },
  svg: { label: 'Save as SVG', icon: PenTool },
  pdf: { label: 'Save as PDF', icon: FileText },
  'text pdf': { label: 'Save as PDF', icon: FileText },
};

export { sourceInWords } from './export-source.ts';

/** Entries of a menu that save what is drawn. The code for it is loaded with the first one. */
export function ExportItems({ part, formats, about, disabled = false }: ExportItemsProps): ReactNode {
  const { toast } = useHost();
  const save = async (format: Format) => {
    try {
      await exported(format, part(), about);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Try again.';
      toast({ kind: 'error', message: `The file could not be made. ${reason}` });
    }
  };
  return formats.map((format) => {
    const { label, icon: Icon } = ITEMS[format];
    return (
      <Menu.Item
        key={format}
        leftSection={<Icon size={16} />}
        disabled={disabled}
        onClick={() => void save(format)}
      >
        {label}
      </Menu.Item>
    );
  });
}

async function exported(
  format: Format,
  part: Element | null,
  about: ExportItemsProps['about'],
): Promise<void> {
  const [exports, words] = await Promise.all([import('./export/index.ts'), about?.()]);
  const { PAGE_OF_TEXT, sayAbout, savePdf, savePng, saveSvg } = exports;
  if (words !== undefined) sayAbout(part, words);
  if (format === 'png') return savePng(part);
  if (format === 'svg') return saveSvg(part);
  return format === 'pdf' ? savePdf(part) : savePdf(part, PAGE_OF_TEXT);
}
