import type { CategorisedResource } from '@cairn/contracts';
import { EmptyState, ErrorState, Select, TableSkeleton, TextField } from '@cairn/ui';
import { useState, type ReactNode } from 'react';
import { Setting, SettingsPage } from '../setting.tsx';
import styles from './categories.module.css';
import { useCategories, useSetCategory } from './use-categories.ts';

/** Gives repositories and projects a category, by which queries filter and group (ruling 23). */
export function Page(): ReactNode {
  const { data, error, isPending, refetch } = useCategories();
  return (
    <SettingsPage
      title="Resource Categories"
      description="Labels for repositories and projects. Questions filter and group by them as the attribute Category."
    >
      {isPending && <TableSkeleton rows={6} columns={2} rowHeight={48} />}
      {error && !data && (
        <ErrorState title="The categories cannot be read" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState title="There are no repositories and projects yet">
          They appear once a source is read. Integrations adds sources.
        </EmptyState>
      )}
      {data && data.length > 0 && <Resources resources={data} />}
    </SettingsPage>
  );
}

function Resources({ resources }: { resources: readonly CategorisedResource[] }): ReactNode {
  const [added, setAdded] = useState('');
  const [words, setWords] = useState('');
  const known = resources.flatMap(({ category }) => category ?? []);
  const names = [...new Set([...known, added.trim()])].filter(Boolean);
  const categories = names.toSorted((a, b) => a.localeCompare(b));
  const shown = resources.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <>
      <Setting name="New category" hint="It is kept once a repository or project has it.">
        <TextField
          aria-label="New category"
          maxLength={100}
          value={added}
          onChange={(event) => setAdded(event.currentTarget.value)}
        />
      </Setting>
      <div className={styles['filter']}>
        <TextField
          aria-label="Filter repositories and projects"
          placeholder="Filter by name"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {shown.map((resource) => (
        <Resource key={resource.uuid} resource={resource} categories={categories} />
      ))}
    </>
  );
}

function Resource({
  resource,
  categories,
}: {
  resource: CategorisedResource;
  categories: readonly string[];
}): ReactNode {
  const { uuid, name, kind, category } = resource;
  const set = useSetCategory();
  return (
    <Setting compact name={name} hint={kind}>
      <Select
        aria-label={`Category of ${name}`}
        placeholder={categories.length > 0 ? 'No category' : 'Name a category first'}
        clearable
        searchable
        disabled={set.isPending || categories.length === 0}
        data={[...categories]}
        value={category}
        onChange={(next) => set.mutate({ uuid, category: next, before: resource })}
      />
    </Setting>
  );
}
