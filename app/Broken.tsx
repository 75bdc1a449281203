import { Button } from '../web/kit/Button.tsx'
import { Empty } from '../web/kit/Loaded.tsx'
import { WaysOn } from '../web/kit/WaysOn.tsx'
import { useFrameWords } from './words.ts'

/** Shown in place of a page that threw; the rest of the product continues. */
export function Broken() {
  const say = useFrameWords()
  return (
    <Empty
      title={say('brokenTitle')}
      hint={say('brokenText')}
      action={
        <>
          <Button kind="main" onClick={() => window.location.reload()}>
            {say('reload')}
          </Button>
          <WaysOn />
        </>
      }
    />
  )
}
