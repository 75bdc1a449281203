import { fileURLToPath } from 'node:url'
import { lessons } from '../media/lessons.ts'

/** A video of the demo portal, with the files that belong to it. */
export interface Media {
  key: string
  title: string
  titleEn: string
  /** Key of a topic. */
  topic: string
  /** Names of files in the media folder. */
  video: string
  captions: string
  poster: string
}

const topicOf: Record<string, string> = {
  'data-security-law': 'data-security',
  'personal-information': 'personal-information',
  'ai-literacy': 'ai-literacy',
  'emergency-cpr': 'emergency',
  'academic-integrity': 'ethics',
  'intellectual-property': 'intellectual-property',
  'innovation-contradiction': 'innovation',
  'carbon-accounting': 'carbon',
  'stress-care': 'mental-health',
}

/** The videos, one a lesson. */
export const media: Media[] = lessons.map(({ key, title, titleEn }) => ({
  key,
  title,
  titleEn,
  topic: topicOf[key] ?? 'industry',
  video: `${key}.mp4`,
  captions: `${key}.vtt`,
  poster: `${key}.jpg`,
}))

/** Path of a media file on disk. */
export function mediaPath(name: string): string {
  return fileURLToPath(new URL(`../media/${name}`, import.meta.url))
}
