import { useEffect, useEffectEvent } from 'react'
import { useUrlState } from './useUrlState.ts'

/** Begins what the address names, as `?begin=receipt`, once: the address forgets it. */
export function useBegin(name: string, begin: () => void): void {
  const [{ begin: asked }, change] = useUrlState()
  const takeUp = useEffectEvent(() => {
    begin()
    change({ begin: null })
  })
  useEffect(() => {
    if (asked === name) takeUp()
  }, [asked, name])
}
