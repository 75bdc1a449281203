import type { QueryClient } from '@tanstack/react-query'
import { projectCalls, type SystemConfig } from '../features/project/contract.ts'
import { storeAnswer, storedAnswer } from '../web/storedAnswers.ts'
import { readToken } from '../web/token.ts'

/** Milliseconds; an older page came from a store, and says what was. */
const longest = 5 * 60_000

function readGiven(): SystemConfig | undefined {
  const text = document.getElementById('given')?.textContent
  if (!text) return undefined
  const { at, config } = JSON.parse(text) as { at: number; config: SystemConfig | null }
  return config && Math.abs(Date.now() - at) < longest ? config : undefined
}

/**
 * Takes the portal's configuration that came with the page, so that the first frame has its name and colour. Anyone who
 * is signed in may be of another project: what was answered to them last goes before it, and it is asked for again.
 */
export function takeGivenConfig(cache: QueryClient): void {
  const key = [projectCalls.getSystemConfig.path, {}]
  const given = readGiven()
  const isVisitor = readToken() === null
  const config = isVisitor ? given : (storedAnswer(projectCalls.getSystemConfig, {}) ?? given)
  if (config === undefined) return
  cache.setQueryData(key, config)
  if (isVisitor) storeAnswer(projectCalls.getSystemConfig, {}, null, config)
  else void cache.invalidateQueries({ queryKey: key })
}
