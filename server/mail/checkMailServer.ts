const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 8000 };

/** Signs in at the mail server and sends nothing; gives what it says where it refuses, else null. */
export async function checkMailServer(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return said.split("\n")[0]?.slice(0, 300) ?? said;
  } finally {
    transport.close();
  }
}
