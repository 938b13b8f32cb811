import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

/** Where `announce` says it: in the root layout, and in each dialog with something to say, as nothing outside of it is heard. */
export function Said() {
  return (
    <VisuallyHidden>
      {/* not atomic: a sentence that replaces another would be said twice */}
      <span aria-live="polite" data-said />
    </VisuallyHidden>
  );
}
