import { ecb } from '@noble/ciphers/aes.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { send } from '../../../web/client.ts'
import { captchaCalls, captchaSize } from '../contract.ts'
import { verificationText } from '../rules.ts'

interface Puzzle {
  originalImageBase64: string
  jigsawImageBase64: string
  token: string
  secretKey: string
}

function encode(text: string, key: string): string {
  const sealed = ecb(new TextEncoder().encode(key)).encrypt(new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...sealed))
}

/**
 * A slider puzzle: answered once, then solved or followed by another. What went wrong, `wrong` by its person or
 * `failed` by the line, is shown until `forget` is called.
 */
export function usePuzzle(onSolved: (captchaVerification: string) => void) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null)
  const [problem, setProblem] = useState<'wrong' | 'failed' | null>(null)
  const asking = useRef(false)

  const load = useCallback(async () => {
    try {
      const { repData } = await send(captchaCalls.get, { captchaType: 'blockPuzzle' }, { quiet: true })
      setPuzzle(repData)
      return true
    } catch {
      setProblem('failed')
      return false
    }
  }, [])
  useEffect(() => void load(), [load])

  const forget = () => setProblem(null)

  async function answer(x: number): Promise<void> {
    // A puzzle takes one answer: a second key press would spend it.
    if (!puzzle || asking.current) return
    asking.current = true
    const { token, secretKey } = puzzle
    const pointJson = JSON.stringify({ x, y: captchaSize.y })
    try {
      const sent = { captchaType: 'blockPuzzle' as const, token, pointJson: encode(pointJson, secretKey) }
      const { success } = await send(captchaCalls.check, sent, { quiet: true })
      if (success) return onSolved(encode(verificationText(token, pointJson), secretKey))
      setProblem('wrong')
    } catch {
      setProblem('failed')
    } finally {
      asking.current = false
    }
    await load()
  }

  return {
    puzzle,
    problem,
    forget,
    answer,
    /** Another puzzle, on request. */
    async another() {
      if (await load()) forget()
    },
  }
}
