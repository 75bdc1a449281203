import { copyText } from './clipboard.ts'
import { ShellIcon } from './ShellIcon.tsx'
import { useShellWords } from './words.ts'

/** A number or code with a button that copies it. */
export function CopyText({ text, name }: { text: string; name: string }) {
  const say = useShellWords()
  const label = say('copyOf', { name: `${name} ${text}` })
  return (
    <span className="shell-copy">
      {text}
      <button
        type="button"
        aria-label={label}
        title={say('copy')}
        onClick={() => void copyText(text, say('copied'))}
      >
        <ShellIcon name="copy" />
      </button>
    </span>
  )
}
