import {
  Avatar,
  Badge,
  Button,
  Chip,
  DateRangePicker,
  Dialog,
  DialogActions,
  IconButton,
  Keys,
  Menu,
  NumberField,
  Panel,
  Popover,
  Row,
  Select,
  Stack,
  TagsInput,
  TextField,
  useConfirm,
  type DateRange,
} from '@cairn/ui';
import {
  Checkbox,
  FilterSelect,
  PasswordField,
  Radio,
  SearchField,
  Segmented,
  Switch,
  Tabs,
  TextArea,
} from '@cairn/ui/fields';
import { Copy, Ellipsis, Heart, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const ROLES = ['viewer', 'user', 'admin', 'super'];
const TEAMS = [{ value: 'core', label: 'Core', count: 1_204 }];

/** Buttons, menus, overlays. */
export function ControlsGallery(): ReactNode {
  return (
    <Panel title="Controls">
      <Stack gap={4}>
        <Buttons />
        <Overlays />
        <Labels />
      </Stack>
    </Panel>
  );
}

function Buttons(): ReactNode {
  return (
    <Row wrap>
      <Button variant="primary">Save board</Button>
      <Button icon={<Plus aria-hidden />}>Add card</Button>
      <Button variant="subtle">Cancel</Button>
      <Button variant="danger">Delete board</Button>
      <Button disabled>No changes</Button>
      <Button loading>Saving</Button>
      <Button size="small">Small</Button>
      <IconButton label="Add to favorites" keys="mod+d">
        <Heart size={16} aria-hidden />
      </IconButton>
      <IconButton label="Not now" disabled>
        <Pencil size={16} aria-hidden />
      </IconButton>
    </Row>
  );
}

function Overlays(): ReactNode {
  const [open, setOpen] = useState(false);
  const confirm = useConfirm();
  return (
    <>
      <Row wrap>
        <ExampleMenu />
        <Popover>
          <Popover.Target>
            <Button>Popover</Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Rename">
            <TextField label="Name" defaultValue="New Board" />
          </Popover.Dropdown>
        </Popover>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button
          onClick={() =>
            void confirm({
              title: 'Delete this board?',
              message: 'Its cards go with it. The saved queries stay.',
              confirm: 'Delete board',
              danger: true,
            })
          }
        >
          Confirm
        </Button>
      </Row>
      <Dialog open={open} onClose={() => setOpen(false)} title="Board settings">
        <TextField label="Name" defaultValue="New Board" required />
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Save settings
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Labels(): ReactNode {
  return (
    <Row wrap>
      <Badge>Neutral</Badge>
      <Badge tone="accent">Accent</Badge>
      <Badge tone="good">Populated</Badge>
      <Badge tone="warn">Processing</Badge>
      <Badge tone="bad">Missing</Badge>
      <Chip onRemove={() => undefined} removeLabel="Remove filter Repository" onClick={() => undefined}>
        Repository is cairn
      </Chip>
      <Chip>delivery</Chip>
      <Keys keys="mod+k" />
      <Keys keys="g e" />
      <Avatar name="Ada Lovelace" />
      <Avatar name="Grace Hopper" size={32} />
      <Avatar name="x" size={40} />
    </Row>
  );
}

function ExampleMenu(): ReactNode {
  return (
    <Menu>
      <Menu.Target>
        <Button icon={<Ellipsis aria-hidden />}>Menu</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Board</Menu.Label>
        <Menu.Item leftSection={<Pencil size={14} />}>Rename</Menu.Item>
        <Menu.Item leftSection={<Copy size={14} />} rightSection={<Keys keys="mod+d" />}>
          Duplicate
        </Menu.Item>
        <Menu.Item disabled>Share</Menu.Item>
        <Menu.Divider />
        <Menu.Item data-danger leftSection={<Trash2 size={14} />}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Every form field. */
export function FieldsGallery(): ReactNode {
  const [range, setRange] = useState<DateRange | null>({ duration: 'P30D' });
  const [columns, setColumns] = useState<number | null>(12);
  const [words, setWords] = useState('grace');
  const [team, setTeam] = useState<string | null>(null);
  return (
    <Panel title="Fields">
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))', gap: 16 }}>
        <TextField label="Name" placeholder="New Board" description="Up to 200 characters" />
        <TextField label="Email" defaultValue="ada@" error="Please enter a valid email" />
        <TextField label="Organization" defaultValue="Acme" disabled />
        <PasswordField label="Password" defaultValue="correct horse" />
        <NumberField label="Columns" value={columns} onChange={setColumns} min={0} max={48} />
        <Select label="Role" data={ROLES} defaultValue="user" />
        <TagsInput label="Tags" defaultValue={['delivery']} />
        <TextArea label="Description" minRows={2} />
        <SearchField label="Filter people" placeholder="Filter by name" value={words} onText={setWords} />
        <FilterSelect label="Team" all="All teams" options={TEAMS} value={team} onChoose={setTeam} />
        <Stack>
          <Checkbox label="Show the title" defaultChecked />
          <Checkbox label="Center the title" />
          <Switch label="Follow the system's theme" defaultChecked />
          <Radio.Group label="Visibility" defaultValue="private">
            <Radio value="private" label="Only you" />
            <Radio value="org" label="Everyone in Acme" />
          </Radio.Group>
        </Stack>
        <Stack>
          <div>
            <DateRangePicker label="Period" value={range} onChange={setRange} clearable />
          </div>
          <div>
            <Segmented aria-label="Layout" data={['Flat', 'Pivot', 'Nested']} />
          </div>
          <Tabs defaultValue="properties">
            <Tabs.List>
              <Tabs.Tab value="properties">Properties</Tabs.Tab>
              <Tabs.Tab value="changes">Changes</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="properties">What is known of it.</Tabs.Panel>
            <Tabs.Panel value="changes">What it changed.</Tabs.Panel>
          </Tabs>
        </Stack>
      </div>
    </Panel>
  );
}
