import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

/** The live region of `announce`: in the root layout and in dialogs, because nothing outside an open dialog is read. */
export function LiveRegion() {
  return (
    <VisuallyHidden>
      {/* not atomic, or a sentence that replaces another would be read twice */}
      <span aria-live="polite" data-said />
    </VisuallyHidden>
  );
}
