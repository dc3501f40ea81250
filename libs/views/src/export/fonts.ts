/** The fonts that the page has in use, as a style sheet that needs no other file. */
export async function fontSheet(): Promise<string> {
  const used = new Set(
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family, unicodeRange }) => keyOf(family, unicodeRange)),
  );
  const faces = [...document.styleSheets].flatMap((sheet) => facesIn(sheet.cssRules, sheet.href));
  const wanted = faces.filter(({ rule: { style } }) =>
    used.has(keyOf(style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range'))),
  );
  return (await Promise.all(wanted.map(embedded))).join('\n');
}

/** Every range of characters of a family is a font of its own. */
const keyOf = (family: string, range: string) =>
  `${family.replaceAll(/["']/g, '')} ${range === '' ? 'U+0-10FFFF' : range}`
    .toUpperCase()
    .replaceAll(/U\+0+(?=[\dA-F])/g, 'U+')
    .replaceAll(/\s+/g, ' ');

interface Face {
  readonly rule: CSSFontFaceRule;
  /** The address that the addresses in the rule are relative to. */
  readonly base: string;
}

function facesIn(rules: CSSRuleList, href: string | null): Face[] {
  const base = href ?? location.href;
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule) return [{ rule, base }];
    return rule instanceof CSSGroupingRule ? facesIn(rule.cssRules, href) : [];
  });
}

/** The rule with its file inside. */
async function embedded({ rule, base }: Face): Promise<string> {
  const [, address = ''] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  const file = await (await fetch(new URL(address, base))).blob();
  return rule.cssText.replace(address, await dataUrl(file));
}

const dataUrl = async (file: Blob): Promise<string> => {
  const reader = new FileReader();
  reader.readAsDataURL(file);
  await new Promise((resolve) => reader.addEventListener('loadend', resolve));
  return String(reader.result);
};
