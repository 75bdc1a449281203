import { useSystemConfig } from '../features/project/web/settings.ts'
import './DemoBar.css'
import { useFrameWords } from './words.ts'

/** Marks every page of a demo portal as such. */
export function DemoBar() {
  const say = useFrameWords()
  return useSystemConfig()?.demo ? <p className="demo-bar k-alert">{say('demo')}</p> : null
}
