/** The styles that may show a picture of some address. */
const PICTURED = [
  'background-image',
  'border-image-source',
  'content',
  'list-style-image',
  'mask-image',
] as const;
const ADDRESS = /url\("?([^")]+)/g;

function isElsewhere(address: string): boolean {
  const { protocol, origin } = new URL(address, location.href);
  return protocol.startsWith('http') && origin !== location.origin;
}

function addresses(element: Element): string[] {
  const own = ['src', 'href', 'xlink:href'].flatMap((name) => element.getAttribute(name) ?? []);
  const style = getComputedStyle(element);
  const styled = PICTURED.flatMap((name) => [...style.getPropertyValue(name).matchAll(ADDRESS)]);
  return [
    ...(element.matches('img, image, source, video, iframe, object, embed') ? own : []),
    ...styled.flatMap(([, address]) => address ?? []),
  ];
}

/** Whether an element shows a picture of another host, which an export must not ask for. */
export function showsElsewhere(element: Element): boolean {
  // A drawing is copied whole.
  const parts =
    element instanceof SVGSVGElement ? [element, ...element.querySelectorAll('image')] : [element];
  return parts
    .flatMap(addresses)
    .some((address) => URL.canParse(address, location.href) && isElsewhere(address));
}
