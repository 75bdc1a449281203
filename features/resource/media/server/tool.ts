import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'

const running = new Set<ChildProcess>()

/** The path of a video tool of this machine, or null; looked for again, as it may be installed meanwhile. */
export function findTool(name: 'ffmpeg' | 'ffprobe'): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, file)
    try {
      accessSync(path, constants.X_OK)
      if (folder !== '' && statSync(path).isFile()) return path
    } catch {
      continue
    }
  }
  return null
}

/**
 * Arguments that limit a tool to this one file, as a container and never as a playlist or a list of other
 * files, by which a hostile upload would read the disk.
 */
export const untrustedInput = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,flv,asf,mpeg,mpegts',
] as const

/** A tool ended badly or took longer than it may. */
class ToolFailed extends Error {}

interface ToolLimits {
  /** Seconds of the wall clock. */
  seconds: number
  /** Seconds of the processor's time. */
  cpuSeconds: number
  /** Kills the tool when it is aborted. */
  signal?: AbortSignal
}

const outputLimit = 1024 * 1024
/** Address space of a tool, in kilobytes. */
const memory = 4 * 1024 * 1024

/** Learners are served by the same processors, and come first. */
function lower(child: ChildProcess): void {
  try {
    setPriority(child.pid!, 10)
  } catch {
    // It is over already, or the system lets nobody change priorities.
  }
}

/**
 * Runs a tool on an untrusted file: without input, with low priority, within limits of time and memory.
 * Returns what it wrote; throws ToolFailed.
 */
export function runTool(path: string, args: readonly string[], limits: ToolLimits): Promise<string> {
  const rules = `ulimit -t ${limits.cpuSeconds} 2>/dev/null; ulimit -v ${memory} 2>/dev/null; ulimit -c 0 2>/dev/null`
  const [command, given] =
    process.platform === 'win32'
      ? [path, args]
      : ['/bin/sh', ['-c', `${rules}; exec "$0" "$@"`, path, ...args]]
  return new Promise((resolve, reject) => {
    const child = spawn(command, given, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      timeout: limits.seconds * 1000,
      killSignal: 'SIGKILL',
      ...(limits.signal && { signal: limits.signal }),
    })
    running.add(child)
    lower(child)
    let output = ''
    let complaint = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.length > outputLimit) child.kill('SIGKILL')
    })
    child.stderr!.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-400)
    })
    child.on('error', (error) => reject(new ToolFailed(error.message)))
    child.on('close', (code, signal) => {
      running.delete(child)
      if (code === 0) resolve(output)
      else reject(new ToolFailed(`ended with ${signal ?? code}: ${complaint.trim()}`))
    })
  })
}

/** Stops every running tool. */
export function stopTools(): void {
  for (const child of running) {
    child.kill('SIGKILL')
  }
}
