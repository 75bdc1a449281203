export type ThemeMode = 'light' | 'dark' | 'system'

const media = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export function themeMode(): ThemeMode {
  const chosen = localStorage.getItem('theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  const mode = themeMode()
  return mode === 'dark' || (mode === 'system' && media.matches)
}

function apply(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
  document.documentElement.dataset.senior = localStorage.getItem('senior') === 'on' ? 'on' : 'off'
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

/** Takes the portal's colour: graphics use it as it is, text and filled buttons a shade that keeps 4.5:1. */
export function takeBrand(color: string): void {
  const root = document.documentElement.style
  root.setProperty('--brand', color)
  if (color.toLowerCase() === '#1890ff') return
  root.setProperty('--brand-strong', `color-mix(in oklab, ${color} 62%, ${isDark() ? 'white' : 'black'})`)
  root.setProperty('--brand-soft', `color-mix(in oklab, ${color} 12%, var(--card))`)
}

media.addEventListener('change', apply)
apply()
