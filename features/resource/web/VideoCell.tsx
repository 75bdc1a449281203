import './Video.css'
import { useResourceWords } from './words.ts'

/** A video's poster and title, to be pressed. */
export function VideoCell({
  video,
  onOpen,
}: {
  video: { title: string; posterPath: string | null }
  onOpen: () => void
}) {
  const say = useResourceWords()
  return (
    <button type="button" className="video-cell k-row k-gap-3 k-bare" onClick={onOpen}>
      {video.posterPath ? (
        <img src={video.posterPath} alt={say('posterOf', { title: video.title })} loading="lazy" />
      ) : (
        <i className="video-blank" />
      )}
      <span>{video.title}</span>
    </button>
  )
}
