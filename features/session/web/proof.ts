import { useState } from 'react'

/** Mobile number and the code sent to it; what a form needs to prove the number. */
export interface ProvenMobile {
  mobile: string
  msgCode: string
  codeToken: string
}

const empty: ProvenMobile = { mobile: '', msgCode: '', codeToken: '' }
/** As long as a code is good. */
const life = 5 * 60_000

function read(key: string): ProvenMobile {
  const { until = 0, ...saved } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<ProvenMobile> & {
    until?: number
  }
  return until > Date.now() ? { ...empty, ...saved } : empty
}

/**
 * The number a code was sent to, saved across a reload so that the code can still be entered; never the code itself.
 */
export function useProof(name: string): [ProvenMobile, (proof: ProvenMobile) => void, () => void] {
  const key = `proof ${name}`
  const [proof, setProof] = useState(() => read(key))
  return [
    proof,
    (next) => {
      const { mobile, codeToken } = next
      if (codeToken && codeToken !== proof.codeToken) {
        sessionStorage.setItem(key, JSON.stringify({ mobile, codeToken, until: Date.now() + life }))
      }
      setProof(next)
    },
    () => {
      sessionStorage.removeItem(key)
      setProof(empty)
    },
  ]
}
