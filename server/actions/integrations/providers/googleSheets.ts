import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider } from "../Provider.ts";
import { googleSignIn } from "./google.ts";
import { operation } from "./operation.ts";

const rows = "https://sheets.googleapis.com/v4/spreadsheets/YOUR_SPREADSHEET_ID/values";

export const googleSheets: Provider = {
  id: "google-sheets",
  name: "Google Sheets",
  summary: "Read rows of a spreadsheet and add new ones.",
  icon: "table",
  settings: [],
  apiUrl: "https://sheets.googleapis.com/v4",
  sends: { type: "bearer" },
  oauth: {
    ...googleSignIn,
    scopes: [
      { scope: "https://www.googleapis.com/auth/spreadsheets", words: "See and change your spreadsheets" },
    ],
  },
  key: null,
  whoami: null,
  events: null,
  operations: [
    operation("read_rows", `GET ${rows}/Sheet1!A1:Z200`, {
      text: {
        title: "Read a spreadsheet",
        description: "Reads the first 200 rows of the spreadsheet. The first row has the columns' names.",
      },
      request: { pick: "values" },
    }),
    operation("add_row", `POST ${rows}/Sheet1!A:Z:append`, {
      text: {
        title: "Add a row",
        description: "Adds a row with the visitor's details to the spreadsheet.",
        risk: "write",
        inputs: [
          askFor("name", "text", { label: "Name" }),
          askFor("email", "email", { label: "E-mail" }),
          askFor("message", "longText", { label: "Message" }),
        ],
        answer: "Noted. Thank you, {{name}}.",
      },
      request: {
        // As raw text: what visitors write never becomes a formula.
        query: [
          { name: "valueInputOption", value: "RAW" },
          { name: "insertDataOption", value: "INSERT_ROWS" },
        ],
        body: { values: [["{{name}}", "{{email}}", "{{message}}"]] },
        pick: "updates.{rows: updatedRows}",
      },
    }),
  ],
};
