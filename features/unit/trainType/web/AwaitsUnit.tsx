import { useAwaitsUnitWords } from './awaitsUnitWords.ts'

/** Sentence beside a price that will be lower once the unit confirms its reader; absent where nothing would change. */
export function AwaitsUnit({ item }: { item: { awaitsUnit: boolean } }) {
  const say = useAwaitsUnitWords()
  return item.awaitsUnit && <p className="k-note k-small">{say('awaitsUnit')}</p>
}
