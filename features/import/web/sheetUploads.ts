import { create } from '../../../web/shell/view/store.ts'
import { CallRefused } from '../../../web/client.ts'
import { onToken, readToken } from '../../../web/token.ts'
import { setCurrentImport } from './currentImport.ts'
import { sendSheet } from './sendSheet.ts'

/** A sheet on its way, or why it did not arrive: null where the connection was lost. */
type SheetUpload = { name: string; share: number; stop: () => void } | { refusal: string | null }

const store = create<Readonly<Record<string, SheetUpload>>>({})

function set(kind: string, upload: SheetUpload | null): void {
  const { [kind]: _before, ...others } = store.get()
  store.set(upload ? { ...others, [kind]: upload } : others)
}

/** The sheet of a kind that is on its way, outside the pages: it goes on while they are closed. */
export function useSheetUpload(kind: string): SheetUpload | undefined {
  return store.use()[kind]
}

/** Forgets why the last sheet of a kind did not arrive. */
export function forgetRefusal(kind: string): void {
  if ('refusal' in (store.get()[kind] ?? {})) set(kind, null)
}

/** Sends a sheet and notes the import that it begins. */
export async function uploadSheet(kind: string, params: Record<string, string>, file: File): Promise<void> {
  const stopper = new AbortController()
  function tell(share: number) {
    if (!stopper.signal.aborted) set(kind, { name: file.name, share, stop })
  }
  function stop() {
    stopper.abort()
    set(kind, null)
  }
  tell(0)
  try {
    const importId = await sendSheet({ kind, params }, file, tell, stopper.signal)
    if (stopper.signal.aborted) return
    setCurrentImport(kind, importId)
    set(kind, null)
  } catch (error) {
    if (stopper.signal.aborted) return
    const isRefusal = error instanceof CallRefused
    set(kind, error === null || isRefusal ? { refusal: error && error.message } : null)
    if (error !== null && !isRefusal) throw error
  }
}

// What one person sends ends with their session.
onToken(() => {
  if (readToken()) return
  for (const upload of Object.values(store.get())) if ('stop' in upload) upload.stop()
  store.set({})
})
