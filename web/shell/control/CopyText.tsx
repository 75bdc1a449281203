import { Button } from './Button.tsx'
import { copyText } from './clipboard.ts'
import { ShellIcon } from './ShellIcon.tsx'
import { useShellWords } from '../words.ts'

/** A number or code with a button that copies it; one that stands for something opens that. */
export function CopyText({ text, name, onOpen }: { text: string; name: string; onOpen?: () => void }) {
  const say = useShellWords()
  const label = say('copyOf', { name: `${name} ${text}` })
  return (
    <span className="shell-copy">
      {onOpen ? (
        <Button type="link" size="small" data-opens onClick={onOpen}>
          {text}
        </Button>
      ) : (
        text
      )}
      <button
        type="button"
        className="shell-copy-button k-bare"
        aria-label={label}
        title={say('copy')}
        onClick={() => void copyText(text, say('copied'))}
      >
        <ShellIcon name="copy" />
      </button>
    </span>
  )
}
