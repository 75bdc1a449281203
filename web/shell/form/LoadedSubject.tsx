import type { ComponentProps } from 'react'
import { ButtonLink } from '../../kit/Button.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useKitWords } from '../../kit/words.ts'
import { useShellWords } from '../words.ts'

/**
 * Loads the subject of a page. One that is not there, by an id that names nothing, is none or is missing from the address,
 * is said to be absent, with the way back to its list.
 */
export function LoadedSubject<T>({ list, ...props }: ComponentProps<typeof Loaded<T>> & { list: string }) {
  const say = useShellWords()
  const sayKit = useKitWords()
  const { query, isEmpty } = props
  const isRefused = query.data === undefined && [404, 422].includes(query.error?.respCode ?? 0)
  const isUnasked = query.isPending && query.fetchStatus === 'idle'
  if (!isRefused && !isUnasked && !(query.data !== undefined && isEmpty?.(query.data)))
    return <Loaded {...props} />
  return (
    <div className="k-failure" role="alert">
      <h3>{sayKit('absent')}</h3>
      <p>{sayKit('absentHint')}</p>
      <ButtonLink kind="main" to={list}>
        {say('backToList')}
      </ButtonLink>
    </div>
  )
}
