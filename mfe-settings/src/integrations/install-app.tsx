import { sourceInstallClient } from '@cairn/client/source-installs';
import type { AppError, Source, SourceType } from '@cairn/contracts';
import { useHost } from '@cairn/host';
import { Button, Note } from '@cairn/ui';
import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ChooseSourceParts } from './choose-source-parts.tsx';
import { useSourceAction } from './sources.ts';

/** The tab that began an installation keeps the proof, so that no other one completes it. */
const proofKey = (orgId: string, type: string) => `cairn.install.${orgId}.${type}`;

/** What a tool leads back with. */
const BACK = ['code', 'installation_id', 'state'] as const;

interface InstallAppProps {
  type: SourceType;
  /** Leaves for another address; the browser's own way where nothing is said. */
  leave?: (url: string) => void;
}

/** Leads to the tool, where its app is installed in the place of a token. */
export function InstallApp({
  type,
  leave = (url) => window.location.assign(url),
}: InstallAppProps): ReactNode {
  const { org, toast } = useHost();
  const begin = useMutation<{ data: { url: string; proof: string } }, AppError>({
    mutationFn: () =>
      sourceInstallClient.getInstallUrl({ params: { orgId: org.id }, input: { type: type.type } }),
    onSuccess: ({ data: { url, proof } }) => {
      sessionStorage.setItem(proofKey(org.id, type.type), proof);
      leave(url);
    },
    onError: ({ message }) => toast({ kind: 'error', message }),
  });
  if (!type.install) return null;
  return (
    <Button icon={<PlugZap aria-hidden />} loading={begin.isPending} onClick={() => begin.mutate()}>
      {type.install.label}
    </Button>
  );
}

/**
 * Completes an installation after the tool led back here, once, and clears the address of what it brought. What is read
 * of a new source is chosen next.
 */
export function InstalledApp({ type: given }: { type: SourceType }): ReactNode {
  const { type } = given;
  const { org, toast } = useHost();
  const [query, setQuery] = useSearchParams();
  const isBegun = useRef(false);
  const [added, setAdded] = useState<Source>();
  const complete = useSourceAction(
    (orgId, input: { state: string; code: string; installationId: string }) => {
      const key = proofKey(orgId, type);
      const proof = sessionStorage.getItem(key) ?? 'none';
      sessionStorage.removeItem(key);
      return sourceInstallClient.completeInstall({ params: { orgId }, input: { type, proof, ...input } });
    },
  );
  const { mutate } = complete;
  useEffect(() => {
    const [code, installationId, state] = BACK.map((name) => query.get(name));
    if (isBegun.current || !code || !installationId || !state) return;
    isBegun.current = true;
    const rest = new URLSearchParams(query);
    for (const name of BACK) rest.delete(name);
    setQuery(rest, { replace: true });
    mutate(
      { code, installationId, state },
      {
        onSuccess: ({ data }) => {
          if (data.awaitsChoice) setAdded(data);
          else toast({ kind: 'info', message: `Added ${data.name}` });
        },
      },
    );
  }, [query, setQuery, mutate, toast]);
  if (complete.isPending) return <Note>The installation is being confirmed in {org.name}.</Note>;
  if (complete.error) return <Note tone="bad">{complete.error.message}</Note>;
  const close = () => setAdded(undefined);
  return added ? <ChooseSourceParts open source={added} type={given} onClose={close} /> : null;
}
