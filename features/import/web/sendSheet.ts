import { Upload } from 'tus-js-client'
import { CallRefused, send } from '../../../web/client.ts'
import { tokenHeader } from '../../../web/token.ts'
import { currentLocale } from '../../../web/words.ts'
import { importCalls } from '../contract.ts'

/** The server's refusal of a file, or null where the connection was lost. */
function refusalOf(error: unknown): CallRefused | null {
  if (error instanceof CallRefused) return error
  const { originalResponse } = error as { originalResponse?: { getBody(): string } | null }
  try {
    return new CallRefused(
      JSON.parse(originalResponse?.getBody() ?? '') as CallRefused & { respDesc: string },
    )
  } catch {
    return null
  }
}

/**
 * Sends a sheet by the resumable protocol, resuming after a lost connection, and starts its import. Reports progress
 * from 0 to 1. Returns the import's id; refuses with CallRefused, or with null where the line stays broken.
 */
export async function sendSheet(
  input: { kind: string; params: Record<string, string> },
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const announced = await send(
    importCalls.getUploadToken,
    { name: file.name, bytes: file.size },
    { quiet: true, signal },
  )
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: announced.endpoint,
      chunkSize: announced.chunkBytes,
      retryDelays: [0, 1000, 3000, 5000, 10_000],
      // A token is good for one file; what is sent again is announced again.
      storeFingerprintForResuming: false,
      metadata: { token: announced.token, name: file.name },
      onBeforeRequest(request) {
        request.setHeader('token', tokenHeader() ?? '')
        request.setHeader('accept-language', currentLocale())
      },
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onError: (error) => reject(refusalOf(error)),
      onSuccess: () => resolve(),
    })
    signal.addEventListener('abort', () => {
      void upload.abort(true).catch(() => {})
      reject(signal.reason)
    })
    upload.start()
  })
  const { uploadId } = announced
  return (await send(importCalls.begin, { ...input, uploadId }, { quiet: true })).importId
}
