import { defaultColor, isColor, shadesOf } from './shades.ts'

type ThemeMode = 'light' | 'dark' | 'system'

const media = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function themeMode(): ThemeMode {
  const chosen = localStorage.getItem('theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** True if the page is dark now. */
export function isDark(): boolean {
  const mode = themeMode()
  return mode === 'dark' || (mode === 'system' && media.matches)
}

let portalColor = defaultColor

/** The colour of the product in this browser: what its reader chose, or else the portal's own. */
export function themeColor(): string {
  const chosen = localStorage.getItem('themeColor')
  return isColor(chosen) ? chosen : portalColor
}

/** Graphics take the colour as it is, text and filled buttons a shade that can be read. */
function applyColor(root: HTMLElement): void {
  const color = themeColor()
  root.style.setProperty('--brand', color)
  if (color.toLowerCase() === defaultColor) {
    root.style.removeProperty('--brand-strong')
    root.style.removeProperty('--brand-soft')
  } else {
    root.style.setProperty('--brand-strong', shadesOf(color, isDark()).text)
    root.style.setProperty('--brand-soft', shadesOf(color, isDark()).soft)
  }
}

function apply(): void {
  const root = document.documentElement
  root.dataset.theme = isDark() ? 'dark' : 'light'
  root.dataset.senior = localStorage.getItem('senior') === 'on' ? 'on' : 'off'
  applyColor(root)
  listeners.forEach((listener) => listener())
}

export function changeTheme(mode: ThemeMode): void {
  localStorage.setItem('theme', mode)
  apply()
}

/** Larger text and targets, for eyes and thumbs of sixty years. */
export function changeSenior(on: boolean): void {
  localStorage.setItem('senior', on ? 'on' : 'off')
  apply()
}

export function isSenior(): boolean {
  return document.documentElement.dataset.senior === 'on'
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the portal's colour; a reader who chose another keeps it. */
export function takeBrand(color: string): void {
  if (!isColor(color) || color === portalColor) return
  portalColor = color
  apply()
}

/** Chooses a colour for this browser, or with null the portal's again. */
export function changeThemeColor(color: string | null): void {
  if (color === null) localStorage.removeItem('themeColor')
  else if (isColor(color)) localStorage.setItem('themeColor', color)
  apply()
}

media.addEventListener('change', apply)
apply()
