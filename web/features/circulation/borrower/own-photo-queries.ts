import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { useSentFile } from "#web/lib/files/uploads.ts";

/** Sends a photo of an order and gives its id; the caller shows refusals. */
export function useAddOwnPhoto(orderId: number) {
  return useSentFile<number>(async (upload, options) => {
    const { data } = await call("POST Order/AddPhoto/{orderId}", { params: { orderId }, upload }, options);
    return data.photoId;
  });
}

/** Removes a photo that was not sent. In silence: when it fails, the library removes it within a day. */
export function useRemoveOwnPhoto() {
  return useMutation({
    mutationFn: (photoId: number) => call("POST Order/RemovePhoto/{photoId}", { params: { photoId } }),
    meta: { ownFaults: () => true },
  });
}
