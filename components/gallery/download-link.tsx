/** Saves a photo as a file named `image`. Its address is on our own origin, or the browser would open it instead. */
import { Icon } from '#components/ui/icon.tsx'
import type { PhotoFile } from '#lib/gallery/files.ts'

export function DownloadLink({ file, name, className = '' }: { file: PhotoFile; name: string; className?: string }) {
  return (
    <a
      href={file.src}
      download={file.saveAs}
      className={`inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 no-underline hover:text-coral hover:underline ${className}`}
    >
      <Icon name="download" className="size-4.5" />
      Download<span className="sr-only"> {name}</span>
    </a>
  )
}
