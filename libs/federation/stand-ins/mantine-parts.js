// For parts that Mantine's widgets always bring and libs/ui has none of, so that no page runs them.
const NOTHING = () => null;
const REFUSED = () => {
  throw new Error('This part of Mantine is left out of the pages, see libs/federation/stand-ins');
};

/** Members of Menu and Popover beside those that libs/ui hands on. */
export {
  REFUSED as MenuCheckboxGroup,
  REFUSED as MenuCheckboxItem,
  REFUSED as MenuContextMenu,
  REFUSED as MenuRadioGroup,
  REFUSED as MenuRadioItem,
  REFUSED as MenuSearch,
  REFUSED as MenuSub,
  REFUSED as PopoverContextMenu,
};

/** Arrows at floating boxes, which ours have not; they are drawn as nothing. */
export { NOTHING as FloatingArrow, NOTHING as getArrowMergeDropdownStyles };

/** The style element with all colours, which the page's policy refuses: libs/ui sets the variables in its own styles. */
export { NOTHING as MantineCssVariables };

/** Asked by widgets that are given a colour; ours take theirs from the styles. */
export const defaultVariantColorsResolver = () => ({});

/** A scrolling area is never what a window scrolls in; the window only asks whether it is. */
export const ScrollArea = {};
