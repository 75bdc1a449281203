import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** Installs Debian's Chromium; only root on a Debian system can. */
function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stdout.write('Installing Chromium from Debian for the browser journeys…\n')
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium', 'fonts-noto-cjk'], options)
}

/** A Chromium to drive: CHROMIUM_PATH, the system's, or Debian's, installed when root; else says what is missing. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH is "${given}", but there is no such file.`)
  }
  const found = onPath() ?? (install(), onPath())
  if (found) return found
  throw new Error(
    'The browser journeys need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  )
}
