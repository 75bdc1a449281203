const browsers = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** Browser and system of a user agent, as far as known; one with neither is returned unchanged. */
export function deviceOf(agent: string): string {
  const first = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(agent))?.[0]
  return [first(browsers), first(systems)].filter(Boolean).join(' · ') || agent
}
