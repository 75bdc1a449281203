import { useSystemConfig } from '../features/project/web/settings.ts'
import './DemoBar.css'
import { useFrameWords } from './words.ts'

/** Says on every page of a demo portal that it is one. */
export function DemoBar() {
  const say = useFrameWords()
  return useSystemConfig()?.demo ? <p className="demo-bar">{say('demo')}</p> : null
}
