import { sourceClient } from '@cairn/client';
import { Dialog } from '@cairn/ui';
import type { ReactNode } from 'react';
import { AllowForm } from './allow-form.tsx';
import { useChangeFolders } from './use-folders.ts';

interface AllowFolderProps {
  readonly onClose: () => void;
}

/** Lets sources of the org read one more folder. */
export function AllowFolder({ open, onClose }: AllowFolderProps & { open: boolean }): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Allow folder">
      <FolderForm onClose={onClose} />
    </Dialog>
  );
}

function FolderForm({ onClose }: AllowFolderProps): ReactNode {
  return (
    <AllowForm
      label="Path"
      description="Of a folder on the machine that runs Cairn. Admins of this organization can add every repository in it."
      placeholder="/home/ada/projects"
      submit="Allow folder"
      allow={useChangeFolders(sourceClient.allowFolder)}
      onClose={onClose}
    />
  );
}
