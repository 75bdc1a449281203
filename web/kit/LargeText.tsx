import { useSyncExternalStore } from 'react'
import { changeSenior, isSenior, onTheme } from '../theme.ts'
import { useKitWords } from './words.ts'

/** Switches large text and targets on or off, and says which; `short` where there is room for a letter only. */
export function LargeText({ className, short = false }: { className: string; short?: boolean }) {
  const say = useKitWords()
  const isOn = useSyncExternalStore(onTheme, isSenior)
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isOn}
      {...(short ? { title: say('largeText') } : {})}
      onClick={() => changeSenior(!isOn)}
    >
      {short ? say('largeTextShort') : say('largeText')}
      {short && <span className="k-hidden">{say('largeTextRest')}</span>}
      {isOn && <span aria-hidden="true">{' ✓'}</span>}
    </button>
  )
}
