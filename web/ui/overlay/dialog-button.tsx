import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";

type DialogButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  dialog: (onClose: () => void) => ReactNode;
  startsOpen?: () => boolean;
};

/** A button that opens a dialog, which starts over each time. */
export function DialogButton({ dialog, startsOpen = () => false, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
