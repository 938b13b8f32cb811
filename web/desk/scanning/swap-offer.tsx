import type { ReactNode } from "react";
import type { Copy } from "#contract/catalog/catalog.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { ArrowLeftRight } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { copyName } from "#web/lib/formats.tsx";

/** A loan whose copy may have been mixed up with the scanned one. */
export type SwapCandidate = Pick<Copy, "skuNumber" | "copyNumber"> & { orderInventoryItemId: number; where: string };

type SwapOfferProps = {
  copy: Pick<Copy, "skuNumber" | "copyNumber">;
  verb: string;
  instead: readonly SwapCandidate[];
  onSwap: (loan: SwapCandidate) => Promise<unknown>;
  /** Further actions for the copy. */
  children?: ReactNode;
};

/** Offers to swap a copy that isn't where the records say. */
export function SwapOffer({ copy, verb, instead, onSwap, children }: SwapOfferProps) {
  return (
    <Alert tone="warning" title={`Was ${copyName(copy)} sent instead of another copy?`}>
      <Stack>
        {instead.map((loan) => (
          <Row key={loan.orderInventoryItemId}>
            <ActionButton icon={<ArrowLeftRight size={18} />} action={() => onSwap(loan)}>
              {verb} {copyName(loan)}
            </ActionButton>
            <span>{loan.where}</span>
          </Row>
        ))}
        {children}
      </Stack>
    </Alert>
  );
}
