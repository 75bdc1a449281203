import { type ReactNode, useState } from 'react'
import { Sheet } from '../../kit/Sheet.tsx'
import { Button } from '../control/Button.tsx'
import { ShellIcon } from '../control/ShellIcon.tsx'
import { useShellWords } from '../words.ts'

/** The tools of a list on a phone, in a sheet: its toolbar stays one row. */
export function ListTools({ children }: { children: (close: () => void) => ReactNode }) {
  const say = useShellWords()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        aria-label={say('listTools')}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <ShellIcon name="dots" />
      </Button>
      <Sheet kept={wasOpened} open={open} onClose={() => setOpen(false)} title={say('listTools')}>
        <div className="crud-tools k-stack k-gap-2">{children(() => setOpen(false))}</div>
      </Sheet>
    </>
  )
}
