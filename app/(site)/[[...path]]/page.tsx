import { hello } from '#lib/hello.ts'
export const dynamicParams = false
export function generateStaticParams() {
  return [{ path: [] }, { path: ['About'] }]
}
export default async function Page({ params }: { params: Promise<{ path?: string[] }> }) {
  const { path } = await params
  return (
    <main>
      <h1 className="page figure text-coral">
        {hello} {path}
      </h1>
    </main>
  )
}
