import { useLocation } from 'react-router'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { useSessionWords } from './words.ts'

/** Notice for a stranger on a page that needs a sign-in: why, and the way in, which leads back here. */
export function SignInFirst({ title, hint }: { title: string; hint: string }) {
  const say = useSessionWords()
  const location = useLocation()
  const here = encodeURIComponent(location.pathname + location.search)
  return (
    <Empty
      title={title}
      hint={hint}
      action={
        <ButtonLink kind="main" to={`/login?redirect=${here}`}>
          {say('signIn')}
        </ButtonLink>
      }
    />
  )
}
