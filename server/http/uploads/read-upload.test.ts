import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { uploadAttachment } from "#contract/media.ts";
import { aPicture } from "#server/test/a-picture.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const house = await testApp();
const { token } = await anAdmin(house);
await house.app.listen({ port: 0, host: "127.0.0.1" });
const address = house.app.server.address();
const port = typeof address === "object" ? (address?.port ?? 0) : 0;

/** An upload that stops in the middle of its file. */
async function stopped(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = [
    "POST /api/Inventory/UploadAttachment HTTP/1.1",
    "Host: library",
    `Authorization: Bearer ${token}`,
    "Content-Type: multipart/form-data; boundary=edge",
    "Content-Length: 5000",
  ];
  const part = ["--edge", 'Content-Disposition: form-data; name="uploadFile"; filename="half.png"'];
  socket.write(`${head.join("\r\n")}\r\n\r\n${part.join("\r\n")}\r\n\r\nhalf`);
  return socket;
}

it("takes uploads again after many were broken off, those that still waited for their turn too", async () => {
  const room = 8 + 16; // at once, and waiting
  const sockets = await Promise.all(Array.from({ length: room + 1 }, stopped));
  // one is turned away: all the others are inside
  const [answer] = await Promise.race(sockets.map((socket) => once(socket, "data")));
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(async () => (await house.call(uploadAttachment, { upload: await aPicture() }, token)).status)
    .toBe(200);
});
