import type { Call, Envelope, OutputOf } from '../../contract/call.ts'
import type { World } from '../harness.ts'

/** Makes a multipart call with one file, as a browser sends it; returns the whole envelope. */
export async function sendForm<C extends Call>(
  world: World,
  call: C,
  form: { fields?: Record<string, string>; file?: { name: string; mime: string; bytes: Uint8Array } },
  token?: string | null,
): Promise<Envelope<OutputOf<C>>> {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields ?? {})) data.append(name, value)
  if (form.file) {
    const { name, mime, bytes } = form.file
    data.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mime }), name)
  }
  const encoded = new Response(data)
  const response = await world.portal.http.inject({
    method: call.method as 'POST',
    url: `/api${call.path}`,
    headers: {
      'content-type': encoded.headers.get('content-type')!,
      ...(token ? { token } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return response.json()
}
