import { useRef, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '../../notice.ts'
import { defaultColor } from '../../shades.ts'
import { changeTheme, changeThemeColor, isDark, onTheme, themeColor } from '../../theme.ts'
import { changeLocale, currentLocale } from '../../words.ts'
import { ErrorLogButton } from './ErrorLogButton.tsx'
import { isFullscreen, onFullscreen, toggleFullscreen } from './fullscreen.ts'
import { ShellButton } from '../control/ShellButton.tsx'
import { ShellMenu } from '../control/ShellMenu.tsx'
import { changeSize, sizes, useSize } from '../view/size.ts'
import { addressOf } from '../view/tabs.ts'
import { isUnsaved } from '../view/unsaved.ts'
import { useShellWords } from '../words.ts'

/** Tools of the bar that are not about one page: keys, errors, screen, size, colour, light and language. */
export function Tools({ view, onKeys }: { view: string; onKeys: () => void }) {
  const say = useShellWords()
  const dark = useSyncExternalStore(onTheme, isDark)
  const full = useSyncExternalStore(onFullscreen, isFullscreen)
  return (
    <>
      <ShellButton icon="keys" name={say('keys')} aria-haspopup="dialog" onClick={onKeys} />
      <ErrorLogButton />
      <ShellButton
        icon={full ? 'restore' : 'full'}
        name={say(full ? 'windowed' : 'fullscreen')}
        aria-pressed={full}
        onClick={() => void toggleFullscreen()}
      />
      <SizeSelect view={view} />
      <ThemePicker />
      <ShellButton
        icon="dark"
        name={say('theme')}
        aria-pressed={dark}
        onClick={() => changeTheme(dark ? 'light' : 'dark')}
      />
      <ShellButton
        icon="language"
        name={say('language')}
        lang={currentLocale() === 'en' ? 'zh-CN' : 'en'}
        onClick={() => changeLocale(currentLocale() === 'en' ? 'zh-CN' : 'en')}
      />
    </>
  )
}

/** Size of everything on the pages; the one shown is drawn again unless it holds something unsaved. */
function SizeSelect({ view }: { view: string }) {
  const say = useShellWords()
  const navigate = useNavigate()
  const size = useSize()
  return (
    <ShellMenu
      selected={size}
      items={sizes.map((key) => ({
        key,
        label: say(key),
        onClick() {
          changeSize(key)
          notify('success', 'Switch Size Success')
          if (!isUnsaved(view)) void navigate(`/redirect${addressOf(view)}`, { replace: true })
        },
      }))}
    >
      <ShellButton icon="size" name={say('size')} />
    </ShellMenu>
  )
}

const colors = [
  defaultColor,
  '#0f766e',
  '#12a594',
  '#3e63dd',
  '#7a5af5',
  '#c2298a',
  '#e5484d',
  '#d9822b',
] as const

/** The colour of the product in this browser: one of a few, any other, or the portal's again. */
function ThemePicker() {
  const say = useShellWords()
  const color = useSyncExternalStore(onTheme, themeColor)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ShellMenu
        selected={color}
        items={[
          ...colors.map((key) => ({
            key,
            label: (
              <span className="shell-color">
                <span style={{ background: key }} />
                {key}
              </span>
            ),
            onClick: () => changeThemeColor(key),
          })),
          { key: 'further', divider: true },
          { key: 'other', label: say('otherColor'), onClick: () => input.current?.click() },
          { key: 'portal', label: say('portalColor'), onClick: () => changeThemeColor(null) },
        ]}
      >
        <ShellButton icon="colour" name={say('color')}>
          <span className="shell-dot" style={{ background: color }} />
        </ShellButton>
      </ShellMenu>
      <input
        ref={input}
        type="color"
        className="k-hidden"
        tabIndex={-1}
        aria-label={say('otherColor')}
        value={color}
        onChange={(event) => changeThemeColor(event.target.value)}
      />
    </>
  )
}
