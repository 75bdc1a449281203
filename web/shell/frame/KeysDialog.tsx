import { Sheet } from '../../kit/Sheet.tsx'
import { turnShortcuts, useShortcuts } from '../view/keys.ts'
import './KeysDialog.css'
import { useShellWords } from '../words.ts'

const single = [
  ['/', 'keySearch'],
  ['J', 'keyNext'],
  ['K', 'keyPrevious'],
  ['X', 'keyTick'],
  ['O', 'keyUnfold'],
  ['Enter', 'keyOpen'],
  ['A', 'keyApprove'],
  ['R', 'keyReject'],
  ['?', 'keyHelp'],
] as const
const combined = [
  ['Ctrl K', 'searchAll'],
  ['Ctrl S', 'keySave'],
  ['Ctrl Enter', 'keySave'],
  ['Ctrl Z', 'keyUndo'],
  ['Delete', 'keyCloseTab'],
  ['Shift F10', 'keyTabMenu'],
  ['Esc', 'keyEscape'],
] as const

/** The keys of the back office, and the switch for those that are one character. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const say = useShellWords()
  const on = useShortcuts()
  return (
    <Sheet open onClose={onClose} title={say('keys')}>
      <label className="keys-switch k-row">
        <input type="checkbox" checked={on} onChange={({ target }) => turnShortcuts(target.checked)} />
        {say('keysOn')}
      </label>
      <dl className="keys" data-off={!on || undefined}>
        {single.map(([key, word]) => (
          <Key key={key} name={key} does={say(word)} />
        ))}
      </dl>
      <dl className="keys">
        {combined.map(([key, word]) => (
          <Key key={key} name={key} does={say(word)} />
        ))}
      </dl>
    </Sheet>
  )
}

function Key({ name, does }: { name: string; does: string }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
