/** In place of the server that renders pages: a plain form that is refused is answered with what its page would show, as JSON. */
import { type ReturnedForm, readReturned } from '#lib/contact/forms/returned-form.ts'
import { setPageRenderer } from '#lib/platform/http/page-response.ts'

export function answerReturnedForms(): void {
  beforeEach(() =>
    setPageRenderer(async (address, _, status) => {
      const { pathname, searchParams } = new URL(address, 'http://localhost')
      return Response.json({ page: pathname, ...readReturned(searchParams.get('returned')) }, { status })
    }),
  )
  afterEach(() => setPageRenderer(null))
}

/** What the page in this response shows. `page`: its path. */
export const returnedIn = async (response: Response): Promise<ReturnedForm & { page: string }> => response.json()
