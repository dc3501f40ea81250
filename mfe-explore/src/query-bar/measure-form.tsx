import { filterInWords, isFilterComplete, measureInWords, sentenceCase, type Measure } from '@cairn/query';
import { Button, IconButton, Row, Select, Stack, Text, TextField } from '@cairn/ui';
import { ArrowLeft, ListFilter, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { findField, selectedKind } from '../graph/fields.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { EditorForm, EditorHead } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';
import { isReducerName, reducerOptions } from './reducers.ts';

interface MeasureFormProps extends Pick<EditorProps, 'query' | 'configuration'> {
  readonly measure: Measure;
  readonly onChange: (measure: Measure) => void;
  readonly onApply: (measure: Measure) => void;
  /** Chooses another field. */
  readonly onBack: () => void;
}

/** A measure with its title and its own filter, of which it may have one (X§3). */
export function MeasureForm(props: MeasureFormProps): ReactNode {
  const { query, configuration, measure, onChange } = props;
  const [isFiltering, setFiltering] = useState(false);
  if (!isFiltering) return <Details {...props} onFilter={() => setFiltering(true)} />;
  return (
    <Stack gap={2.5}>
      <ConditionEditor
        query={query}
        configuration={configuration}
        index={NONE}
        condition={measure.filters?.[0]}
        done="Use this filter"
        onApply={(filter) => {
          onChange({ ...measure, filters: [filter] });
          setFiltering(false);
        }}
      />
      <Button
        variant="subtle"
        size="small"
        icon={<ArrowLeft aria-hidden />}
        onClick={() => setFiltering(false)}
      >
        Back to the measure
      </Button>
    </Stack>
  );
}

/** A measure's filter has no index among those of the query. */
const NONE = -1;

type DetailsProps = MeasureFormProps & { readonly onFilter: () => void };

function Details(props: DetailsProps): ReactNode {
  const { query, configuration, measure, onChange, onApply, onBack, onFilter } = props;
  const title = useRef<HTMLInputElement>(null);
  // A popover sets the focus when it opens; after a list, the focused element is gone.
  useEffect(() => {
    title.current?.focus();
  }, []);
  const kind = selectedKind(query);
  const { title: _title, filters: _filters, ...plain } = measure;
  const field = findField(configuration, kind, measure);
  const words = field
    ? `${field.owner}: ${field.label}`
    : sentenceCase(measureInWords(plain, kind, configuration));
  return (
    <EditorForm onApply={() => onApply(complete(measure))}>
      <EditorHead words={words} onBack={onBack} />
      {field && (
        <Select
          label="How to measure it"
          data={reducerOptions(field.reducers)}
          value={measure.reducer}
          allowDeselect={false}
          maxDropdownHeight={256}
          comboboxProps={{ withinPortal: false }}
          onChange={(reducer) => isReducerName(reducer) && onChange({ ...measure, reducer })}
        />
      )}
      <TextField
        ref={title}
        data-autofocus
        label="Title"
        maxLength={200}
        placeholder={sentenceCase(
          measureInWords({ ...plain, filters: measure.filters ?? [] }, kind, configuration),
        )}
        value={measure.title ?? ''}
        onChange={({ currentTarget }) => onChange({ ...measure, title: currentTarget.value })}
      />
      <OwnFilter {...{ measure, kind, configuration, onChange, onFilter }} />
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </EditorForm>
  );
}

/** The measure without an empty title and without incomplete conditions. */
function complete({ title = '', filters = [], ...rest }: Measure): Measure {
  const kept = filters.filter(isFilterComplete);
  return {
    ...rest,
    ...(title.trim() ? { title: title.trim() } : {}),
    ...(kept.length > 0 ? { filters: kept } : {}),
  };
}

interface OwnFilterProps extends Pick<DetailsProps, 'measure' | 'configuration' | 'onChange' | 'onFilter'> {
  readonly kind: string;
}

/** The filter of this measure alone. */
function OwnFilter({ measure, kind, configuration, onChange, onFilter }: OwnFilterProps): ReactNode {
  const { filters = [], ...rest } = measure;
  if (filters.length === 0) {
    return (
      <Button variant="subtle" size="small" icon={<ListFilter aria-hidden />} onClick={onFilter}>
        Add a filter
      </Button>
    );
  }
  const words = filters.map((each) => filterInWords(each, kind, configuration)).join(' and ');
  return (
    <Row justify="space-between">
      <Button
        variant="subtle"
        size="small"
        icon={<ListFilter aria-hidden />}
        title={words}
        onClick={onFilter}
        aria-label={`Change the filter: where ${words}`}
      >
        <Text truncate>Where {words}</Text>
      </Button>
      <IconButton label="Remove the filter" size="small" onClick={() => onChange(rest)}>
        <X size={14} aria-hidden />
      </IconButton>
    </Row>
  );
}
