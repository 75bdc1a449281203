import { VideoListImport } from '../features/resource/import/web/VideoListImport.tsx'
import ListPage from '../features/resource/web/VideoListPage.tsx'

/** /resource-manage/video: the library of videos, which a list may add to. */
export default function VideoListPage() {
  return <ListPage ListImport={VideoListImport} />
}
